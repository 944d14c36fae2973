import { hash } from 'node:crypto'

/** Stands in for the signature of a thought: only its own issuer makes it, and only for this very text. */
export function sealOf(issuer: string, thought: string): string {
  return hash('sha256', `${issuer}: ${thought}`, 'base64')
}
