// The lower parts of the dashboard, as one file. Separate files would each cost a request.
export { MissedRetros } from '#web/features/catch-up/MissedRetros.tsx';
export { HealthCard } from '#web/screens/health/HealthCard.tsx';

export { OpenActions } from './OpenActions.tsx';
