export interface Device {
  name: string;
  isPhone: boolean;
}

// Order matters: most browsers also claim to be those further down.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

function firstMatch(list: [RegExp, string][], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** The browser and system from a User-Agent header, if known. */
export function deviceOf(userAgent: string): Device {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  // API clients state their name, often before a slash.
  const program = /^[\w.-]{2,40}(?=\/|$)/.exec(userAgent)?.[0];
  const known = browser ?? (program === 'Mozilla' ? undefined : program);
  return {
    name: known && system ? `${known} on ${system}` : (known ?? system ?? 'Unknown device'),
    isPhone:
      /\biPhone\b/.test(userAgent) ||
      (/\bAndroid\b/.test(userAgent) && /\bMobile\b/.test(userAgent)),
  };
}
