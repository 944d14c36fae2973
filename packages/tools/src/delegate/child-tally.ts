import { type AgentEvent, addUsage, noUsage, textOf, type Usage } from '@hermes/core'

/** What a child has done so far, as its events tell it: there also where it never comes to an end. */
export class ChildTally {
  iterations = 0
  toolCalls = 0
  usage: Usage = noUsage
  /** The newest text that it wrote. */
  text = ''
  /** The tool that runs, or `thinking`. */
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
