import { ArrowRight } from 'lucide-react';

import { buttonClass } from '#web/ui/buttons/button-class';

export function CallToAction() {
  return (
    <section aria-labelledby="call-to-action-title" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <div className="grid justify-items-center gap-5 rounded-lg border border-line bg-selected px-5 py-12 text-center sm:px-10">
          <h2 id="call-to-action-title" className="text-xl font-bold">
            Ready for a retro that leads somewhere?
          </h2>
          <p className="max-w-xl text-base text-soft">
            Free for small teams, no credit card needed. Your first board is a minute away.
          </p>
          <div className="flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">
            <a href="/register" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              Try Wentwell Free
              <ArrowRight aria-hidden="true" />
            </a>
            <button
              type="button"
              data-action="contact-sales"
              className={`noscript:hidden ${buttonClass({ size: 'lg' })}`}
            >
              Contact Sales
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}
