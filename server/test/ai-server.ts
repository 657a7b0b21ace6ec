// A local AI service that speaks OpenAI's chat completions protocol and gives the test's answers.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface AiQuestion {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface AiServer extends AsyncDisposable {
  settings: Record<string, string>;
  questions: readonly AiQuestion[];
  /** Answers the next requests. */
  answer: (response: ServerResponse) => void;
}

/** A regular answer with this text. */
export function saying(content: unknown): AiServer['answer'] {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  };
}

export async function startAiServer(): Promise<AiServer> {
  const questions: AiQuestion[] = [];
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      questions.push({ path: request.url, headers: request.headers, body });
      server.answer(response);
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const server: AiServer = {
    settings: {
      AI_URL: `http://127.0.0.1:${address.port}/v1/`,
      AI_MODEL: 'small-1',
      AI_KEY: 'canary-ai-key-0123456789',
    },
    questions,
    answer: saying('Builds are too slow.'),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}
