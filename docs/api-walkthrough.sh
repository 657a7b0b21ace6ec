#!/usr/bin/env bash
# From registering to a closed meeting, by plain curl: what a program has to say to Wentwell, call by call.
#
#   npm start                    # in one terminal
#   docs/api-walkthrough.sh      # in another
#
# It reads the emails from the development mailbox, which exists on a private start alone. Elsewhere a person
# opens the link in the email. Everything that is asked and answered is described at /api/docs.
set -euo pipefail

site="${WENTWELL:-http://localhost:3000}"
api="$site/api/v1"
email="walker-$RANDOM$RANDOM@example.com"
password='Correct1horse'

say() { printf '\n# %s\n' "$1"; }

# Reads JSON from standard input; prints what a JavaScript expression makes of it, which calls it `it`.
pick() { node -e "const it = JSON.parse(require('fs').readFileSync(0, 'utf8')); console.log($1)"; }

# Asks, and stops with the problem document if the call is refused: curl METHOD PATH [further arguments of curl].
call() {
  local method="$1" path="$2"
  shift 2
  curl --silent --show-error --fail-with-body --request "$method" "$api$path" \
    --header "Authorization: Bearer ${token:-}" "$@"
}

# The same with a JSON body: post PATH BODY.
post() { call POST "$1" --header 'Content-Type: application/json' --data "$2"; }
put() { call PUT "$1" --header 'Content-Type: application/json' --data "$2"; }

say "Register $email: an account that waits for its address to be verified"
post /auth/register "{\"email\": \"$email\", \"password\": \"$password\"}" | pick 'it.email + ", verified: " + it.is_verified'

say 'Read the email, and spend the token of its link'
letter_token() {
  curl --silent --fail "$site/dev/mail.json" | pick "it.filter((email) => email.to === '$email')
    .map((email) => /[?&]token=([\\w-]+)/.exec(email.text)?.[1]).find(Boolean) ?? ''"
}
post /auth/verify "{\"token\": \"$(letter_token)\"}" | pick '"verified: " + it.is_verified'

say 'Log in: the one call that takes a form'
token="$(call POST /auth/login --data-urlencode "username=$email" --data-urlencode "password=$password" | pick it.access_token)"
call GET /users/me | pick '"logged in as " + it.display_name'

say 'Make a team, of which its maker is the admin'
team="$(post /teams '{"name": "Walkers", "description": "Made by the walkthrough"}' | pick it.id)"
call GET /teams/me | pick 'it.map((team) => team.name + ", as " + team.my_role).join("; ")'

say 'Invite somebody'
post "/teams/$team/invitations" '{"invited_user_email": "companion@example.com"}' | pick 'it.invited_user_email + " is invited: " + it.status'

say 'Plan a meeting, and start it'
meeting="$(post /meetings "{\"name\": \"Sprint 12\", \"team_id\": \"$team\"}" | pick it.id)"
put "/meetings/$meeting" '{"status": "live"}' | pick 'it.name + " is " + it.status'

say 'Go to the writing phase: notes can be added now'
post "/meetings/$meeting/phase/transition" '{"phase": "writing", "duration_minutes": 5}' | pick 'it.phase + " until " + it.ends_at'

say 'Add a note; the key makes it safe to send the same request again'
add_note() {
  call POST "/meetings/$meeting/notes" --header 'Content-Type: application/json' --header "Idempotency-Key: $meeting-1" \
    --data '{"content": "The deploy took one minute.", "note_type": "went_well"}'
}
note="$(add_note | pick it.id)"
add_note | pick "it.id === '$note' ? 'sent twice, added once' : 'added twice'"

say 'Change it on condition that nobody else has: the version that was seen goes into If-Match'
call PUT "/meetings/$meeting/notes/$note" --header 'Content-Type: application/json' --header 'If-Match: "1"' \
  --data '{"content": "The deploy took half a minute."}' | pick '"version " + it.version + ": " + it.content'

say 'Turn the notes over, and look at the whole board'
post "/meetings/$meeting/phase/next" '{}' | pick it.phase
call GET "/meetings/$meeting/board" | pick 'it.notes.map((note) => note.note_type + ": " + note.content).join("; ") + " (seq " + it.seq + ")"'

say 'What happened on the board so far; a WebSocket would tell it as it happens'
call GET "/meetings/$meeting/events?since=0" | pick 'it.events.map((event) => event.seq + " " + event.type).join(", ")'

say 'Close the meeting: from here on its board is read-only'
put "/meetings/$meeting" '{"status": "closed"}' | pick 'it.status + " at " + it.end_time'
curl --silent --request POST "$api/meetings/$meeting/notes" --header "Authorization: Bearer $token" \
  --header 'Content-Type: application/json' --data '{"content": "Too late"}' | pick 'it.status + ": " + it.detail'

say 'Log out: the token is worth nothing any more'
call POST /auth/logout
curl --silent "$api/users/me" --header "Authorization: Bearer $token" | pick 'it.status + ": " + it.detail'
