#!/usr/bin/env node
import { launch } from './launch.js'

void launch('hermes', ['acp'])
