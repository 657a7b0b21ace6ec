import { StartupError } from '#server/platform/db/startup-error';

/** Why a backup cannot be made, read or restored: told to the operator as it is, without a stack. */
export class BackupError extends StartupError {
  override name = 'BackupError';
}
