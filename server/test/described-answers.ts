// Validates answers against the API description, as a generated client reads them.
import { z } from 'zod';

import { apiDescription } from '#server/api-description';
import type { ListedRoute } from '#server/platform/http/route-list';

import { describeRoutes } from '../src/platform/http/openapi-document.ts';

const Media = z.looseObject({ schema: z.record(z.string(), z.unknown()) });
const Answer = z.looseObject({
  $ref: z.string().optional(),
  content: z.record(z.string(), Media).default({}),
  headers: z.record(z.string(), z.unknown()).default({}),
});
const Operation = z.looseObject({ responses: z.record(z.string(), Answer) });
const Described = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.custom<z.core.JSONSchema.JSONSchema>()),
    responses: z.record(z.string(), Answer),
  }),
});
type Described = z.infer<typeof Described>;

export interface JsonAnswer {
  route: Pick<ListedRoute, 'method' | 'path'>;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Headers that an answer of a call always or never has. */
const constantHeaders = ['X-Request-Id', 'X-Total-Count', 'X-Board-Seq', 'ETag'];

// All nodes of a worker have the same routes.
let described: Promise<Described> | undefined;
const readers = new Map<string, z.ZodType>();

function describedAnswer({ paths, components }: Described, key: string) {
  const [method = '', path = '', status = ''] = key.split(' ');
  const answer = paths[path]?.[method]?.responses[status];
  return answer?.$ref ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
}

/** Equal schemas, such as those of refusals, share a reader: each is made from all components. */
function readerOf(document: Described, key: string): z.ZodType | null {
  const { content = {} } = describedAnswer(document, key) ?? {};
  const { schema } = content['application/json'] ?? content['application/problem+json'] ?? {};
  if (!schema) return null;
  const spelled = JSON.stringify(schema);
  const known = readers.get(spelled);
  if (known) return known;
  const reader = z.fromJSONSchema({ ...schema, $defs: document.components.schemas });
  readers.set(spelled, reader);
  return reader;
}

/** Null if the answer matches, or its path is an undescribed alias. */
export async function unlikeDescription(
  routes: readonly ListedRoute[],
  { route, status, headers, body }: JsonAnswer,
): Promise<string | null> {
  described ??= describeRoutes(routes, apiDescription('0')).then((it) =>
    Described.parse(JSON.parse(JSON.stringify(it).replaceAll('#/components/schemas/', '#/$defs/'))),
  );
  const document = await described;
  const path = route.path
    .replaceAll(/:(\w+)/g, '{$1}')
    .replace(/^\/api\/admin\//, '/api/v1/admin/');
  const key = `${route.method.toLowerCase()} ${path} ${status}`;
  const promised = describedAnswer(document, key)?.headers;
  const isCall = document.paths[path]?.[route.method.toLowerCase()] !== undefined;
  if (!promised && isCall && status !== 304) return `${key} is not described`;
  const unlike = constantHeaders.find((name) => promised && headers.has(name) !== name in promised);
  if (unlike) return `${key} ${headers.has(unlike) ? 'has' : 'lacks'} ${unlike}`;
  if (body === null) return null;
  const problem = readerOf(document, key)?.safeParse(body).error;
  return problem ? `${key} answers unlike its description:\n${z.prettifyError(problem)}` : null;
}
