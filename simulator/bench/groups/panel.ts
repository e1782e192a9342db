export const panelKey = (isOn: boolean) => `panel ${isOn ? 'on' : 'off'}`;
