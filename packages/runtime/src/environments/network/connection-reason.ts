/** Why a connection is asked about, for people. An answer that lasts is kept by the host in it. */
export function connectionReason(host: string): string {
  return `It connects to ${host}.`
}

/** The host of such a reason; `undefined` for any other. */
export function hostOfReason(reason: string): string | undefined {
  return /^It connects to (\S+)\.$/.exec(reason)?.[1]
}
