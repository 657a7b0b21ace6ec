import { protectedRoutes } from './protected-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

export const routeTree = rootRoute.addChildren([...publicRoutes, ...protectedRoutes]);
