// Client of the operator's AI service, remote or local. It must implement OpenAI's chat completions API.
import { limits } from '@wentwell/contract/limits';
import type { AiDraft, AiService } from '@wentwell/contract/report/ai-summary';
import { trimmedText } from '@wentwell/contract/text/text';
import type { BaseLogger } from 'pino';
import { z } from 'zod';

import { ApiError } from '#server/platform/http/api-error';

export interface AiConfig {
  /** Without a trailing slash. Requests go to `{url}/chat/completions`. */
  url: string;
  model: string;
  /** Undefined if the service needs no key. */
  key: string | undefined;
}

export interface AiClient {
  service: AiService;
  /** Cuts the answer at a summary's maximum length. Throws AI_UNAVAILABLE if no text arrives. */
  complete(text: string): Promise<AiDraft>;
}

/** Below the usual proxy timeout of one minute. */
const timeoutMs = 45_000;
const answerMaxBytes = 1_000_000;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: trimmedText.min(1) }) })).min(1),
});

const Bytes = z.instanceof(Uint8Array);

async function readAnswer({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const each of body ?? []) {
    const part = Bytes.parse(each);
    bytes += part.length;
    if (bytes > answerMaxBytes) throw new Error('too long');
    text += decoder.decode(part, { stream: true });
  }
  return text;
}

export function aiClient(
  { url, model, key }: AiConfig,
  { log, withinMs = timeoutMs }: { log: BaseLogger; withinMs?: number },
): AiClient {
  async function ask(text: string): Promise<string> {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: text }] }),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer = Completion.parse(JSON.parse(await readAnswer(response)));
    return answer.choices.map(({ message }) => message.content).join('\n\n');
  }

  return {
    service: { host: new URL(url).host, model },
    async complete(text) {
      try {
        const whole = await ask(text);
        const kept = whole.slice(0, limits.aiSummaryMax).toWellFormed();
        return { text: kept, is_cut: whole.length > limits.aiSummaryMax };
      } catch (error) {
        // Parser errors quote the answer. Team content must not be logged.
        const isOwn = error instanceof Error && /^(status \d+|too long)$/.test(error.message);
        const reason = isOwn ? error.message : error instanceof Error ? error.name : 'unknown';
        log.warn({ reason }, 'the AI service gave no usable answer');
        throw new ApiError('AI_UNAVAILABLE');
      }
    },
  };
}
