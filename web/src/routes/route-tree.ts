// Every address of the product (spec 2 "Route table").
import { protectedRoutes } from './protected-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

export const routeTree = rootRoute.addChildren([...publicRoutes, ...protectedRoutes]);
