import './select.css';

/** For a native `<select>`. */
export const selectClass = 'select';
