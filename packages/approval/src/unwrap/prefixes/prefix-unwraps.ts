import type { Unwrap } from '../../words/invocation.js'
import { prefixPrograms } from './prefix-programs.js'
import { remotePrograms } from './remote-programs.js'
import { runners, unwrapRunner } from './runners.js'
import { specialForms } from './special-forms.js'
import { unwrapPrefix } from './unwrap-prefix.js'

/** How to find the command that a program starts, by the name of the program. */
export const prefixUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(Object.entries(prefixPrograms).map(([name, spec]) => [name, unwrapPrefix(spec)])),
  ...Object.fromEntries(Object.entries(runners).map(([name, subcommands]) => [name, unwrapRunner(subcommands)])),
  ...specialForms,
  ...remotePrograms,
}
