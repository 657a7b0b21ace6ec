import { Quote } from 'lucide-react';

export function Testimonial() {
  return (
    <section
      id="testimonial"
      aria-labelledby="testimonial-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-3xl justify-items-center gap-6 px-4 py-16 text-center sm:px-6 lg:py-24">
        <h2 id="testimonial-title" className="sr-only">
          What a beta user says
        </h2>
        <span
          aria-hidden="true"
          className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text"
        >
          <Quote className="size-6" />
        </span>
        <figure className="grid gap-6">
          <blockquote className="text-lg font-medium text-balance">
            “Our retros used to be the same three people talking. Now everybody writes first, and we
            leave with two actions that really happen.”
          </blockquote>
          <figcaption className="text-soft">Engineering manager, beta user</figcaption>
        </figure>
      </div>
    </section>
  );
}
