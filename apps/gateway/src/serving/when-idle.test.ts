import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { whenIdle } from './when-idle.js'

test('waits until the process has nothing to do', async () => {
  let isBusy = true
  const actedWhileBusy: boolean[] = []
  const timer = whenIdle(() => actedWhileBusy.push(isBusy))
  onTestFinished(() => timer[Symbol.dispose]())
  const until = performance.now() + 350
  while (performance.now() < until) await nextRound()
  isBusy = false
  await expect.poll(() => actedWhileBusy).toEqual([false])
})

test('does not act when it is no longer wanted', async () => {
  const acted: string[] = []
  whenIdle(() => acted.push('unwanted'))[Symbol.dispose]()
  using _other = whenIdle(() => acted.push('wanted'))
  await expect.poll(() => acted).toEqual(['wanted'])
})
