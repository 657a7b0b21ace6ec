import type { Rolldown } from 'vite';

/** The outline of a page's skeleton, and the modules that render it, below src/. */
export interface PageCode {
  shape: 'app' | 'board' | 'card' | 'login' | 'open';
  modules: readonly string[];
}

const app = 'app/App.tsx';
const signedIn = [app, 'screens/layouts/ProtectedLayout.tsx'];
const card = [app, 'screens/layouts/CardLayout.tsx'];
const open = [app, 'screens/layouts/OpenLayout.tsx'];

/** By path prefix; the longest match wins. src/routes loads the same modules, only later. */
export const pageCode: Readonly<Record<string, PageCode>> = {
  '/': { shape: 'open', modules: [...open, 'screens/not-found/NotFound.tsx'] },
  '/dashboard': { shape: 'app', modules: [...signedIn, 'screens/dashboard/Dashboard.tsx'] },
  '/team-members': { shape: 'app', modules: [...signedIn, 'screens/team-members/TeamMembers.tsx'] },
  '/meetings': { shape: 'app', modules: [...signedIn, 'screens/meetings/Meetings.tsx'] },
  '/actions': { shape: 'app', modules: [...signedIn, 'screens/actions/Actions.tsx'] },
  '/meetings/': { shape: 'board', modules: [...signedIn, 'screens/meeting/MeetingPage.tsx'] },
  '/profile': { shape: 'app', modules: [...signedIn, 'screens/profile/Profile.tsx'] },
  '/admin': { shape: 'app', modules: signedIn },
  '/login': { shape: 'login', modules: [...card, 'screens/login/Login.tsx'] },
  '/login/callback': {
    shape: 'card',
    modules: [...card, 'screens/login-callback/LoginCallback.tsx'],
  },
  '/register': { shape: 'card', modules: [...card, 'screens/register/Register.tsx'] },
  '/verification-pending': { shape: 'card', modules: card },
  '/verify': { shape: 'card', modules: [...card, 'screens/verify/Verify.tsx'] },
  '/resend-verification': { shape: 'card', modules: card },
  '/reset-password': { shape: 'card', modules: card },
  '/version': { shape: 'open', modules: [...open, 'screens/version/VersionInfo.tsx'] },
  '/invitations/': { shape: 'open', modules: [...open, 'screens/invitation/Invitation.tsx'] },
};

/** The build's files of these modules, with all static imports, scripts and styles. */
export function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> {
  const files = new Set<string>();
  for (const module of modules) {
    const chunk = chunkOf(module, bundle);
    if (!chunk) throw new Error(`The build has no chunk of src/${module}: mend page-code.ts.`);
    collect(chunk.fileName, bundle, files);
  }
  return files;
}

/** The file that contains a module, if several modules share one. */
function chunkOf(module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk | undefined {
  const isIt = (id: string | null) => id?.endsWith(`/src/${module}`) === true;
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  return (
    chunks.find(({ facadeModuleId }) => isIt(facadeModuleId)) ??
    chunks.find(({ moduleIds }) => moduleIds.some(isIt))
  );
}

function collect(name: string, bundle: Rolldown.OutputBundle, files: Set<string>): void {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || files.has(name)) return;
  // The style sheet linked by the document: the build later removes its empty script.
  const { moduleIds } = chunk;
  if (moduleIds.length > 0 && moduleIds.every((id) => id.endsWith('.css'))) return;
  files.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const next of chunk.imports) collect(next, bundle, files);
}
