// Parameters that several routes share, with their meaning.

export const user = { user: 'only what was created for this user of the client' }
export const limit = { limit: 'the number of entries, 1 to 500 (default 50)' }
export const offset = { offset: 'the number of entries to skip (default 0)' }
export const page = {
  limit: 'the number of items, 1 to 100 (default 20)',
  order: '`asc`: oldest first; `desc` (default): newest first',
  after: 'the id of the last item that the client has',
}
export const idempotency = {
  'Idempotency-Key': '1 to 255 visible ASCII characters: the same request with the same key runs once',
}

export const sessionKey = {
  'X-Hermes-Session-Key':
    'the person or channel that the client speaks for, if the request has no `user`; 1 to 256 characters',
}
export const session = {
  ...sessionKey,
  'X-Hermes-Session-Id':
    'the session, if the request names no other place; without it, each request is a session of its own',
}
