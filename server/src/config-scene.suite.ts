import { ConfigError, readConfig } from '#server/config';

export const real = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://retro.example.com',
  SMTP_URL: 'smtp://user:secret@mail.example.com',
  MAIL_FROM: 'Wentwell <retro@example.com>',
  TRUST_PROXY: 'none',
};

/** The list that a start ends with. */
export function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
