/** Tries to install packages; says why it could not. Does nothing unless it is root on a machine with apt-get. */
export declare function installFromDebian(packages: readonly string[]): void;
/** Brings the servers that integration tests run against; without them those tests are skipped, and say so. */
export declare function installTestServers(): void;
