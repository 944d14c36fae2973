import type { Variables } from '../../home/home-paths.js'
import { terminalVariables } from '../../schema/environments-schema.js'
import { toBoolean } from '../document/fit-text.js'
import { toLogLevel } from '../document/to-log-level.js'

/** A variable for a setting. If a setting has several, the first one that is set wins. */
export interface EnvironmentKey {
  readonly variable: string
  readonly path: string
  /** Converts the text of the variable. If it returns `undefined`, the variable counts as not set. Default: the text is the value. */
  readonly toValue?: (text: string) => string | undefined
}

export const environmentKeys: readonly EnvironmentKey[] = [
  { variable: 'HERMES_MODEL', path: 'model.default' },
  { variable: 'HERMES_INFERENCE_MODEL', path: 'model.default' },
  { variable: 'HERMES_PROVIDER', path: 'model.provider' },
  { variable: 'HERMES_INFERENCE_PROVIDER', path: 'model.provider' },
  { variable: 'HERMES_BASE_URL', path: 'model.base_url' },
  { variable: 'HERMES_API_MODE', path: 'model.api_mode' },
  { variable: 'HERMES_MAX_TURNS', path: 'agent.max_turns' },
  { variable: 'HERMES_EPHEMERAL_SYSTEM_PROMPT', path: 'agent.system_prompt' },
  { variable: 'HERMES_PREFILL_MESSAGES_FILE', path: 'agent.prefill_messages_file' },
  { variable: 'HERMES_LANGUAGE', path: 'display.language' },
  { variable: 'HERMES_LOG_LEVEL', path: 'logging.level', toValue: toLogLevel },
  { variable: 'HERMES_DATABASE_URL', path: 'database.url' },
  { variable: 'HERMES_YOLO_MODE', path: 'approvals.mode', toValue: toYoloMode },
  { variable: 'HERMES_YOLO', path: 'approvals.mode', toValue: toYoloMode },
  { variable: 'HERMES_REDACT_SECRETS', path: 'security.redact_secrets' },
  { variable: 'HERMES_WRITE_SAFE_ROOT', path: 'security.write_safe_root' },
  { variable: 'TERMINAL_ENV', path: 'terminal.backend' },
  { variable: 'TERMINAL_CWD', path: 'terminal.cwd' },
  { variable: 'TERMINAL_TIMEOUT', path: 'terminal.timeout' },
  ...terminalVariables,
  { variable: 'API_SERVER_HOST', path: 'gateway.api_server.host' },
  { variable: 'API_SERVER_PORT', path: 'gateway.api_server.port' },
  { variable: 'API_SERVER_KEY', path: 'gateway.api_server.key' },
  { variable: 'API_SERVER_MODEL_NAME', path: 'gateway.api_server.model_name' },
]

function toYoloMode(text: string): string | undefined {
  return toBoolean(text) ? 'off' : undefined
}

export interface EnvironmentSetting {
  readonly path: string
  readonly variable: string
  readonly value: string
}

/** Reads the settings from variables. Empty variables are ignored. */
export function readEnvironment(variables: Variables): readonly EnvironmentSetting[] {
  const settings = new Map<string, EnvironmentSetting>()
  for (const { variable, path, toValue } of environmentKeys) {
    const text = variables[variable]
    const value = text && toValue ? toValue(text) : text
    if (value && !settings.has(path)) settings.set(path, { path, variable, value })
  }
  return [...settings.values()]
}
