import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
// Most pages name families: they come with the start, so that no page waits for a file of its own for them.
import '$lib/families/names';
import { mount } from 'svelte';
import App from './App.svelte';

// In a task of its own: the scripts have just taken one, and a phone should answer to touches in between.
setTimeout(() => mount(App, { target: document.getElementById('app')! }));
