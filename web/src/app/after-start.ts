// Code that every page needs shortly after its start. It loads while the app waits for data.
import '#web/ui/forms/foreign-input';
import '#web/ui/forms/pasted-pictures';
import '#web/ui/repeated-keys';

export { prefetchPages } from '#web/routes/prefetch-pages';
