import { expect, test } from 'vitest'
import { createReportReader } from './shell-report.js'
import { createShellStates, nextState } from './shell-state.js'

test('drops the least recently used tasks first', () => {
  const states = createShellStates('/start')
  const at = (folder: string) => ({ folder, variables: {}, unset: [] })
  states.set('kept', at('/kept'))
  states.set('lost', at('/lost'))
  for (let index = 0; index < 999; index += 1) {
    states.set(`task ${index}`, at('/x'))
    states.set('kept', at('/kept'))
  }
  expect(states.get('kept').folder).toBe('/kept')
  expect(states.get('lost').folder).toBe('/start')
})

test('ignores a truncated report', () => {
  const reader = createReportReader('mark')
  reader.push(Buffer.from('mark\0A=1\0mark\0mark\0/inner\n\0A=2\0'))
  const state = { folder: '/start', variables: {}, unset: [] }
  expect(nextState(state, reader.read())).toEqual({ ...state, initialVariables: { A: '1' } })
})

test('shows text before the report as an error', () => {
  const reader = createReportReader('mark')
  reader.push(Buffer.from('bash: warning: something\nmark\0'))
  reader.push(Buffer.from('mark\0mark\0/inner\n\0A=2\0mark\0'))
  expect(reader.read()).toEqual({
    preamble: 'bash: warning: something\n',
    end: { folder: '/inner', variables: { A: '2' } },
  })
})
