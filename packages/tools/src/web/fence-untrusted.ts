import { untrustedNote as noteOn } from '../executor/fence-untrusted.js'

export { fenceUntrusted } from '../executor/fence-untrusted.js'

/** Said once before anything fenced. */
export const untrustedNote = noteOn()
