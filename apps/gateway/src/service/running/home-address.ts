import { listGateways, type RunningGateway } from './running-gateways.js'

/** Returns the address at which a gateway of this user on this machine serves a home, with `/v1`, `/webhooks` and others below it. `undefined` if none does. */
export async function homeAddress(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const addresses = (await listGateways(env)).map((gateway) => addressIn(gateway, home))
  return addresses.find((address) => address !== undefined)
}

function addressIn({ home: own, url, others = [] }: RunningGateway, home: string): string | undefined {
  if (own === home) return url
  const other = others.find((each) => each.home === home)
  return other && `${url}/p/${other.profile}`
}
