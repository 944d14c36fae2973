#!/usr/bin/env node
import { launch } from './start/launch.js'

void launch('hermes')
