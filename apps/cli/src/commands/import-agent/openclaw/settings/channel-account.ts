import { type Fields, fieldsAt, textAt } from '../fields.js'

/** Returns the settings of a chat network for the imported account; `undefined` if there are none, or it is switched off. */
export function channelAccount(config: Fields, network: string): Fields | undefined {
  const channel = fieldsAt(fieldsAt(config, 'channels'), network)
  const accounts = fieldsAt(channel, 'accounts')
  const name =
    textAt(channel, 'defaultAccount') ??
    (Object.hasOwn(accounts, 'default') ? 'default' : Object.keys(accounts).toSorted()[0])
  const account = { ...channel, ...(name === undefined ? {} : fieldsAt(accounts, name)) }
  return Object.keys(account).length === 0 || account.enabled === false ? undefined : account
}
