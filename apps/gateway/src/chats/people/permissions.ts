import type { Rights } from '@hermes/conversations'
import type { CommandTable } from '@hermes/conversations/commands'
import type { PeopleSettings } from '@hermes/runtime'
import type { KnownPerson } from '../network/known-person.js'
import type { PeopleBudgets } from './people-budgets.js'

/** What a known person may do now, according to the settings `people`. */
export interface Permissions {
  /** Returns why a command is refused, or `undefined` if it is not. Like messages, commands that use the model need a budget. */
  refusalOfCommand(line: string, who: KnownPerson, where: CommandPlace): Promise<string | undefined>
  /** Returns why a message is refused, which is that the budget of the day is spent. */
  refusalOfMessage(who: KnownPerson): Promise<string | undefined>
  /** Returns the rights for the commands that list what a person may do. */
  rightsOf(who: Pick<KnownPerson, 'role'>, where: Pick<CommandPlace, 'isGroup'>): Rights
}

export interface CommandPlace {
  readonly network: string
  readonly isGroup: boolean
}

export interface PermissionsOptions {
  readonly commands: Pick<CommandTable, 'find'>
  readonly budgets: Pick<PeopleBudgets, 'refusalOfTurn'>
  /** Read at each decision. */
  readonly people: () => PeopleSettings
}

/** Commands that decide what the agent asks about, including its own settings. */
const ofOwners: ReadonlySet<string> = new Set(['approvals', 'yolo'])
/** Commands for everyone: help, and a way to stop a turn. */
const always: ReadonlySet<string> = new Set(['help', 'whoami', 'stop', 'link', 'start'])

export function createPermissions({ commands, budgets, people }: PermissionsOptions): Permissions {
  const rightsOf: Permissions['rightsOf'] = ({ role }, { isGroup }) => ({
    role,
    mayRun(name) {
      if (role === 'owner' || always.has(name)) return true
      if (ofOwners.has(name)) return false
      const { commands: everywhere, group_commands: inGroups } = people()[role]
      const allowed = (isGroup ? inGroups : undefined) ?? everywhere
      return allowed?.includes(name) ?? true
    },
  })
  const refusalOfMessage: Permissions['refusalOfMessage'] = ({ person, role }) =>
    budgets.refusalOfTurn(person.id, role, 0)
  return {
    rightsOf,
    refusalOfMessage,
    async refusalOfCommand(line, who, where) {
      const found = commands.find(line, { kind: 'chat', name: where.network }, who.person)
      if (found.type === 'message') return refusalOfMessage(who)
      // The command table knows only the roles of conversations, where owners are administrators.
      if (found.type === 'refused') return refusalOfOwners(nameIn(line)) ?? found.text
      if (found.type !== 'command') return undefined
      const { name, becomesMessage = false, usesModel = becomesMessage } = found.command
      if (who.role !== 'owner' && changesSettings(name, found.args)) return 'Only an owner can change settings.'
      if (rightsOf(who, where).mayRun(name)) return usesModel ? refusalOfMessage(who) : undefined
      return refusalOfOwners(name) ?? `/${name} is not among the commands that you may use here.`
    },
  }
}

function refusalOfOwners(name: string): string | undefined {
  return ofOwners.has(name) ? `/${name} is for owners.` : undefined
}

function nameIn(line: string): string {
  return line.slice(1).split(/\s/, 1).join().toLowerCase()
}

function changesSettings(name: string, args: string): boolean {
  return name === 'config' && /^(?:un)?set\b/.test(args)
}
