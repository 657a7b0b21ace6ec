/** Like the browser's, it has the stored items as own enumerable properties. */
export class FakeStorage {
  [key: string]: unknown;

  getItem(key: string): unknown {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}
