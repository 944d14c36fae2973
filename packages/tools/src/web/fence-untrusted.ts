import { untrustedNote as noteOn } from '../fence-untrusted.js'

export { fenceUntrusted } from '../fence-untrusted.js'

/** Said once before anything fenced. */
export const untrustedNote = noteOn()
