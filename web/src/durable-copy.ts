// Copies localStorage to IndexedDB: Chromium writes localStorage late, and a killed browser loses the newest items.
const database = 'wentwell';
const items = 'items';

let opening: Promise<IDBDatabase> | null = null;
let unwritten = new Map<string, string | null>();
let writing: Promise<void> | null = null;

/** `null` removes the item. Writes during a transaction form the next one. */
export function write(name: string, value: string | null): void {
  unwritten.set(name, value);
  writing ??= writeAll().finally(() => {
    writing = null;
  });
}

/** A page that gets no response opens without the copy. */
const maxRestoreMs = 1000;

/** Restores items missing in localStorage. Resolves within a second, even without a response. */
export function restore(): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, maxRestoreMs);
  });
  return Promise.race([restoreAll(), timeout]);
}

/** Removes the copy once pending writes are done. */
export async function forget(): Promise<void> {
  unwritten.clear();
  await writing;
  (await opening)?.close();
  opening = null;
  indexedDB.deleteDatabase(database);
}

async function restoreAll(): Promise<void> {
  const records = (await open()).transaction(items).objectStore(items);
  const [names, values] = await Promise.all([
    resultOf(records.getAllKeys()),
    resultOf<unknown[]>(records.getAll()),
  ]);
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (typeof name !== 'string' || typeof value !== 'string') continue;
    if (localStorage.getItem(name) !== value) localStorage.setItem(name, value);
  }
}

async function writeAll(): Promise<void> {
  try {
    const opened = await open();
    while (unwritten.size > 0) {
      const transaction = opened.transaction(items, 'readwrite', { durability: 'strict' });
      const records = transaction.objectStore(items);
      for (const [name, value] of unwritten) {
        if (value === null) records.delete(name);
        else records.put(value, name);
      }
      unwritten = new Map();
      await completionOf(transaction);
    }
  } catch {
    // Refused or full: only localStorage has the value, as in browsers without IndexedDB.
    unwritten = new Map();
  }
}

async function open(): Promise<IDBDatabase> {
  opening ??= openDatabase();
  try {
    return await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(items));
  const opened = await resultOf(request);
  // The user clears the site's data, or a newer version upgrades the database.
  const forget = (): void => {
    opened.close();
    opening = null;
  };
  opened.addEventListener('versionchange', forget);
  opened.addEventListener('close', forget);
  return opened;
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('refused', { cause: request.error })));
  });
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(new Error('aborted', { cause: transaction.error })),
    );
  });
}
