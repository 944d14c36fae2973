import type { ApprovalMode } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { approvals, yolo } from './approval-commands.js'

function open(usual: ApprovalMode) {
  const conversation = { approvalMode: usual }
  const said: string[] = []
  const context = {
    conversation,
    runtime: { approvals: { mode: () => usual } },
    print: (text: string) => said.push(text),
  }
  return {
    yolo: () => yolo.run('', context),
    approvals: (args: string) => approvals.run(args, context),
    mode: () => conversation.approvalMode,
    said,
  }
}

test('/yolo goes to and fro between no questions and what is usual', async () => {
  const { yolo, mode, said } = open('smart')
  await yolo()
  expect(mode()).toBe('off')
  expect(said.join('')).toContain('without a question')
  await yolo()
  expect(mode()).toBe('smart')
})

test('/yolo brings questions back where none are usual', async () => {
  const { yolo, mode } = open('off')
  await yolo()
  expect(mode()).toBe('manual')
  await yolo()
  expect(mode()).toBe('off')
})

test('/approvals shows the mode, and sets no other than there are', async () => {
  const { approvals, mode, said } = open('manual')
  await approvals('')
  expect(said.join('')).toMatch(/^manual: You are asked/)
  await approvals('smart')
  expect(mode()).toBe('smart')
  await approvals('never')
  expect(mode()).toBe('smart')
  expect(said.join('')).toContain('The modes are manual, smart and off.')
})
