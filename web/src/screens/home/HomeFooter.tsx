import { quietLinkClass } from '#web/ui/buttons/link-class';

export function HomeFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-8 text-soft sm:px-6">
        <p>
          © <span data-year>{new Date().getFullYear()}</span> Wentwell
        </p>
        <nav aria-label="Footer" className="flex gap-6">
          <a href="/login" className={quietLinkClass}>
            Log in
          </a>
          <a href="/version" className={quietLinkClass}>
            Version
          </a>
        </nav>
      </div>
    </footer>
  );
}
