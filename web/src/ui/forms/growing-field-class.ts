import './growing-field.css';

/** For the frame around a field and its button. */
export const growingFieldClass = 'growing-field';
