import { type AgentEvent, addUsage, noUsage, textOf, type Usage } from '@hermes/core'

/** Progress of a child according to its events, available even when the child never ends. */
export class ChildTally {
  iterations = 0
  toolCalls = 0
  usage: Usage = noUsage
  /** Latest text that the child wrote. */
  text = ''
  /** Current activity: the running tool, `thinking`, or `waiting` before the first step. */
  doing = 'waiting'

  see(event: AgentEvent): void {
    switch (event.type) {
      case 'iteration-start':
        this.iterations += 1
        this.doing = 'thinking'
        return
      case 'iteration-end':
        this.usage = addUsage(this.usage, event.usage)
        return
      case 'message-end':
        if (event.message.role === 'assistant') this.text = textOf(event.message.content).trim() || this.text
        return
      case 'tool-start':
        this.doing = event.call.function.name
        return
      case 'tool-end':
        this.toolCalls += 1
        this.doing = 'thinking'
        return
    }
  }
}
