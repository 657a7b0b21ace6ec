import { type MatrixRow, open, row } from './statuses.ts';

export const productRows: MatrixRow[] = [
  row('GET /health/live', open(200)),
  row('GET /health/ready', open(200)),
  row('GET /version.json', open(200)),
  row('GET /api/version', open(200)),
  row('GET /api/v1/openapi.json', open(200)),
];
