import { lookup } from 'node:dns/promises'
import type { EgressTarget } from '@hermes/environments/sandbox'
import { judgeAddress, judgeUrl, type WebPolicy } from '@hermes/tools/web'

/** A host, or the reason for its refusal, such as `a private address`. */
export type Judged = { readonly host: string } | { readonly refused: string }

/** Returns the host of a target in its canonical form: lower-case, decimal, without a trailing dot. Metadata names are refused. */
export function judgeTarget({ host, port }: EgressTarget, policy: WebPolicy): Judged {
  const verdict = judgeUrl(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`, undefined, policy)
  return verdict.allowed ? { host: verdict.host.toLowerCase() } : { refused: verdict.reason }
}

/**
 * Returns the addresses of a host that may be connected to, or a clause that says why not. One refused address refuses all, because an answer may mix them.
 */
export async function resolveTarget(
  host: string,
  policy: WebPolicy,
): Promise<{ readonly addresses: readonly string[] } | { readonly refused: string }> {
  const answers = await lookup(host, { all: true, verbatim: true }).catch(() => [])
  if (answers.length === 0) return { refused: 'the name has no address' }
  for (const { address } of answers) {
    const verdict = judgeAddress(address, policy)
    if (!verdict.allowed) return { refused: `it has ${verdict.reason}` }
  }
  return { addresses: answers.map(({ address }) => address) }
}
