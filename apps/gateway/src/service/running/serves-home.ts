import { homeAddress } from './home-address.js'

/** Whether a gateway of this user on this machine serves a home. */
export async function servesHome(home: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  return (await homeAddress(home, env)) !== undefined
}
