import type { ValueTable } from '@hermes/core/sessions'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Person } from '../contracts/person.js'

/** Remembers which destructive commands a person wants to run without a question. */
export interface Confirmations {
  isRemembered(command: string, person: Person): Promise<boolean>
  remember(command: string, person: Person): Promise<void>
  /** Lists the commands that run without confirmation for this person. */
  list(person: Person): Promise<readonly RememberedCommand[]>
  /** Forgets the confirmations, so that the person is asked again. @returns how many were forgotten. */
  forget(person: Person): Promise<number>
}

export interface RememberedCommand {
  /** The command without the slash. */
  readonly command: string
  /** When the person gave the permanent confirmation. */
  readonly atMs: number
}

const namespace = 'command-confirmations'

/** Confirmations shared by all processes of the store. */
export function createConfirmations(values: ValueTable): Confirmations {
  const keyOf = (command: string, person: Person) => `${person.id}/${command}`
  const list = async ({ id }: Person) =>
    (await values.list(namespace)).flatMap(({ key, value, updatedAtMs }) => {
      // The id of a person may contain a slash; the name of a command never does.
      const end = key.lastIndexOf('/')
      return value === true && key.slice(0, end) === id ? [{ command: key.slice(end + 1), atMs: updatedAtMs }] : []
    })
  return {
    isRemembered: async (command, person) => (await values.get(namespace, keyOf(command, person))) === true,
    remember: async (command, person) => void (await values.update(namespace, keyOf(command, person), () => true)),
    list,
    async forget(person) {
      const remembered = await list(person)
      for (const { command } of remembered) await values.update(namespace, keyOf(command, person), () => undefined)
      return remembered.length
    },
  }
}

/** The parsed confirmation and the remaining arguments. */
export interface Confirmed {
  readonly args: string
  readonly answer: 'once' | 'always' | undefined
}

/** Strips the confirmation from the end of the arguments: `now` and `-y` confirm once, `--always` permanently. */
export function readConfirmed(args: string): Confirmed {
  const said = args.trim()
  const [ending = '', word] = /(?:^|\s)(now|-y|--yes|--always)$/i.exec(said) ?? []
  if (word === undefined) return { args, answer: undefined }
  const rest = said.slice(0, said.length - ending.length).trim()
  return { args: rest, answer: word.toLowerCase() === '--always' ? 'always' : 'once' }
}

/** Asks for confirmation of a destructive command. */
export function askToConfirm(
  { name, description }: { readonly name: string; readonly description: string },
  args: string,
  { canRemember, loss }: { readonly canRemember: boolean; readonly loss?: string | undefined },
): CommandOutcome {
  const line = `/${name}${args === '' ? '' : ` ${args}`}`
  return {
    type: 'confirm',
    text: `${line}: ${description}?${loss === undefined ? '' : ` ${loss}`}`,
    confirm: `${line} -y`,
    ...(canRemember && { always: `${line} --always` }),
  }
}
