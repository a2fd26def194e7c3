require('./deal').bringInGroup(6);
