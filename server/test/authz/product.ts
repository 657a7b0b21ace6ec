import { type MatrixRow, open } from './statuses.ts';

export const productRows: MatrixRow[] = [
  { route: 'GET /health/live', statuses: open(200) },
  { route: 'GET /health/ready', statuses: open(200) },
  { route: 'GET /version.json', statuses: open(200) },
  { route: 'GET /api/version', statuses: open(200) },
  { route: 'GET /api/v1/openapi.json', statuses: open(200) },
];
