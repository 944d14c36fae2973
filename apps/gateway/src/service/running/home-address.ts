import { listGateways, type RunningGateway } from './running-gateways.js'

/** Where a gateway of this user on this machine serves a home: `/v1`, `/webhooks` and the like are below it. `undefined`: none does. */
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
