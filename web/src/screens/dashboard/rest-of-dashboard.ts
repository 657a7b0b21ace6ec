// The dashboard's lower parts as one file: separate files would each cost a request.
export { MissedRetros } from '#web/features/catch-up/MissedRetros.tsx';
export { HealthCard } from '#web/screens/health/HealthCard.tsx';

export { LiveFaces } from './LiveFaces.tsx';
export { OpenActions } from './OpenActions.tsx';
