/**
 * The path of a Chromium; undefined, and said what to do, where there is none. Preferred is Debian's headless shell: the
 * same engine without the browser's own windows and services, which costs the tests a third less CPU time.
 */
export declare function findBrowser(): Promise<string | undefined>;
