import { readFile } from 'node:fs/promises'
import { isMissing } from '@hermes/safety'
import { createRedactor } from '@hermes/safety/redact'
import { findHome } from '../../../setup/open-home.js'
import type { CheckContext, Finding } from '../../doctor/check.js'

/** Checks for keys in the settings, which people share and commit. */
export async function checkKeys(context: CheckContext): Promise<Finding> {
  const { t } = context
  const { config } = findHome(context)
  const lines = (await textOf(config)).split('\n')
  const redactor = createRedactor()
  const found = lines.flatMap((line, index) => (redactor.redact(line) === line ? [] : [index + 1]))
  if (found.length === 0) return { level: 'ok', text: t`none in config.yaml` }
  return {
    level: 'warning',
    text: t`${config} seems to contain keys: line ${found.join(', ')}`,
    fix: t`Move them to .env: hermes config set NAME VALUE, and refer to the variable in config.yaml.`,
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}
