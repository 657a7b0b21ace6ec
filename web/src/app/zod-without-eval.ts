// The first import of the app: zod reads this when it is loaded. Otherwise it would try `new Function`, which violates the
// content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
