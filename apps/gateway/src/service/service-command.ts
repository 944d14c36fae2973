/** A command that manages gateways as services or background processes. */
export type ServiceCommand =
  | { readonly name: 'start' | 'stop' | 'restart' }
  | { readonly name: 'upgrade'; readonly json: boolean }
  | { readonly name: 'status'; readonly json: boolean }
  | { readonly name: 'list'; readonly json: boolean }
  | { readonly name: 'uninstall'; readonly isDry: boolean }
  | { readonly name: 'install'; readonly isDry: boolean; readonly isSystem: boolean; readonly runAs?: string }

const names: readonly string[] = ['start', 'stop', 'restart', 'upgrade', 'status', 'list', 'install', 'uninstall']

export function isServiceCommand(command: { readonly name: string }): command is ServiceCommand {
  return names.includes(command.name)
}

/** Returns the command with this name, or `undefined`. */
export function toServiceCommand(name: string | undefined, values: ServiceValues): ServiceCommand | undefined {
  const { json = false, system: isSystem = false, 'dry-run': isDry = false, 'run-as': runAs } = values
  switch (name) {
    case 'start':
    case 'stop':
    case 'restart':
      return { name }
    case 'upgrade':
    case 'status':
    case 'list':
      return { name, json }
    case 'uninstall':
      return { name, isDry }
    case 'install':
      return { name, isDry, isSystem: isSystem || runAs !== undefined, ...(runAs !== undefined && { runAs }) }
    default:
      return undefined
  }
}

interface ServiceValues {
  readonly json?: boolean | undefined
  readonly system?: boolean | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly 'run-as'?: string | undefined
}
