// Code that every page needs a moment after its start. It comes while the app asks for its data.
import '#web/ui/forms/foreign-input';
import '#web/ui/forms/pasted-pictures';

export { prefetchPages } from '#web/routes/prefetch-pages';

export { followTranslatedNodes } from './translated-nodes.ts';
