import './growing-field.css';

/** For the frame of a field and the button beside it. */
export const growingFieldClass = 'growing-field';
