import type { CommandOrigin, ShadowedCommand } from '@hermes/conversations/commands'
import { english, type Translate } from '@hermes/safety/language'

const origins: Readonly<Record<CommandOrigin, string>> = {
  'built-in': english`built-in`,
  plugin: english`plugin`,
  'quick command': english`quick command`,
  bundle: english`bundle`,
  skill: english`skill`,
}

/** Describes a command that hides another one of the same name. */
export function shadowedLine({ name, hidden, by }: ShadowedCommand, t: Translate = english): string {
  return t`/${name} is the ${t.of(origins[by])} of that name: the ${t.of(origins[hidden])} is hidden.`
}
