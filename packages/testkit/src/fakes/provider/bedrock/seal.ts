import { hash } from 'node:crypto'

/** Returns a fake signature of reasoning, bound to its issuer and text. */
export function sealOf(issuer: string, thought: string): string {
  return hash('sha256', `${issuer}: ${thought}`, 'base64')
}
