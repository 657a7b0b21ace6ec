// The words for what administrators do.
import type { AuditAction, AuditTarget } from '@wentwell/contract/admin';

export const actionLabels: Record<AuditAction, string> = {
  restore: 'Restored',
  delete_permanently: 'Deleted for good',
  remove_user: 'Removed from team',
  change_role: 'Changed role in team',
  deactivate_user: 'Deactivated',
  activate_user: 'Activated',
  change_user: 'Changed account',
  delete_user: 'Deleted account',
  read_team: 'Read team',
  change_team: 'Changed team',
  delete_team: 'Deleted team',
  read_meeting: 'Read meeting',
  export_meeting: 'Exported meeting',
  change_meeting: 'Changed meeting',
  end_sessions: 'Ended all sessions',
  end_session: 'Ended a session',
  send_password_link: 'Sent password link',
  retry_mail: 'Tried email again',
  link_identity: 'Linked a sign-in',
  unlink_identity: 'Unlinked a sign-in',
  send_test_mail: 'Sent a test email',
  add_user: 'Created account',
  invite_user: 'Invited to team',
  cancel_invitation: 'Canceled invitation',
  make_password_link: 'Created password link',
  make_superuser: 'Made superuser',
  end_superuser: 'No longer superuser',
};

export const targetLabels: Record<AuditTarget, string> = {
  users: 'Account',
  teams: 'Team',
  meetings: 'Meeting',
  notes: 'Note',
  invitations: 'Invitation',
  sessions: 'Session',
  mails: 'Email',
};
